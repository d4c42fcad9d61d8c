import { useLingui } from '@lingui/react/macro';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { Skeleton } from '@/components/Skeleton';
import type { Reply } from './api';
import type { OpenedMessage } from './messages';

const ReplyForm = lazyComponent(async () => (await import('./ReplyForm')).ReplyForm);

interface ReplySectionProps {
  message: OpenedMessage;
  onReplied: (reply: Reply) => void;
}

/** The button that opens the form for a reply, whose code is loaded then. */
export function ReplySection({ message, onReplied }: ReplySectionProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (!isOpen)
    return (
      <p>
        <button
          ref={button}
          type="button"
          className="usa-button usa-button--outline"
          onClick={() => setIsOpen(true)}
        >
          {t`Reply`}
        </button>
      </p>
    );
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <ReplyForm
        message={message}
        onSent={(reply) => {
          onReplied(reply);
          close();
        }}
        onCancel={close}
      />
    </Suspense>
  );
}
