import { presence } from '../idle/presence';

/** Whether somebody can see what is unread on this page, and the portal can be asked. */
export interface Attention {
  isGiven(): boolean;
  /** Calls the listener when that may have changed, and after the machine may have slept. */
  subscribe(listener: () => void): () => void;
}

const wakings = ['online', 'offline', 'focus', 'pageshow'] as const;

/** This page is visible, there is a network, and the person is not idle. */
export const attention: Attention = {
  isGiven: () => document.visibilityState === 'visible' && navigator.onLine && presence.isHere(),

  subscribe(listener) {
    const leaves = presence.subscribe(listener);
    document.addEventListener('visibilitychange', listener);
    for (const type of wakings) window.addEventListener(type, listener);
    return () => {
      leaves();
      document.removeEventListener('visibilitychange', listener);
      for (const type of wakings) window.removeEventListener(type, listener);
    };
  },
};
