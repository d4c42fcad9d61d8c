import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '@/components/Icon';
import { useEscape } from '@/components/useEscape';
import type { Transaction } from './api';
import { TransactionDetails } from './TransactionDetails';
import { useTitle } from '@/components/useTitle';
import { useTransaction } from './useTransaction';

interface TransactionPanelProps {
  id: string;
  known: Transaction | undefined;
  onClose: () => void;
}

/** One transaction beside the list. It takes the focus; Escape closes it. */
export function TransactionPanel({ id, known, onClose }: TransactionPanelProps) {
  const { t } = useLingui();
  const found = useTransaction(id, known);
  const title = found.transaction?.description ?? t`Transaction`;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useTitle(title);
  useEscape(onClose);

  useEffect(() => heading.current?.focus(), []);

  return (
    <aside className="transaction-panel" aria-labelledby={titleId}>
      <div className="transaction-panel__top">
        <h2 id={titleId} ref={heading} tabIndex={-1} dir="auto" className="transaction-panel__title">
          {title}
        </h2>
        <button
          type="button"
          className="transaction-panel__close"
          aria-label={t`Close the details`}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <TransactionDetails {...found} />
    </aside>
  );
}
