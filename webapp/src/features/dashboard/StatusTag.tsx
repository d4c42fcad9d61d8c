import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/components/Icon';
import type { Tone } from './records';

const signs: Record<Tone, IconName> = {
  good: 'check_circle',
  attention: 'warning',
  problem: 'error',
  neutral: 'info_outline',
};

/** A state in words, with an icon and a color for it. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`status status--${tone}`}>
      <Icon name={signs[tone]} />
      <span>{children}</span>
    </span>
  );
}
