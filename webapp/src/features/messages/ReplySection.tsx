import { useLingui } from '@lingui/react/macro';
import { Suspense, useRef, useState } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { Button } from '@/components/Button';
import { Skeleton } from '@/components/Skeleton';
import type { Reply } from './api';
import type { OpenedMessage } from './messages';

const ReplyForm = createLazyComponent(async () => (await import('./ReplyForm')).ReplyForm);

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
        <Button ref={button} kind="outline" onClick={() => setIsOpen(true)}>
          {t`Reply`}
        </Button>
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
