import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Icon } from '@/components/Icon';

/** The scroll distance at which the control appears, from the specification. */
const threshold = 20;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Scrolls a page back to the top. */
export function ScrollToTop() {
  const { t } = useLingui();
  const isScrolled = useSyncExternalStore(subscribe, () => window.scrollY > threshold);
  if (!isScrolled) return null;

  function scroll() {
    const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isMotionReduced ? 'auto' : 'smooth' });
    // The button disappears, so the focus moves to the top of the page.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <button
      type="button"
      className="round round--button scroll-to-top"
      aria-label={t`Scroll to top`}
      onClick={scroll}
    >
      <Icon name="arrow_upward" />
    </button>
  );
}
