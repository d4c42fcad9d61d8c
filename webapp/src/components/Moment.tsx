import { useLingui } from '@lingui/react';
import { formatShortMoment } from '@/lib/i18n/moments';

interface MomentProps {
  /** In ISO 8601, with any number of digits of a second. */
  at: string;
  /** Formats the moment for people. */
  format?: (moment: string, locale: string) => string;
  className?: string;
}

/** A moment for people and, with at most three digits of a second, as HTML allows, for programs. */
export function Moment({ at, format = formatShortMoment, className }: MomentProps) {
  const { i18n } = useLingui();
  return (
    <time className={className} dateTime={new Date(at).toISOString()}>
      {format(at, i18n.locale)}
    </time>
  );
}
