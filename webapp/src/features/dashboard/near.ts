import { createStore } from '@/lib/store';

/** The distance beyond the screen in which a card is near: about a quick scroll. */
const rootMargin = '600px 0px';

interface NearState {
  listeners: WeakMap<Element, (isNear: boolean) => void>;
  observer: IntersectionObserver | undefined;
}

const near = createStore<NearState>(() => ({ listeners: new WeakMap(), observer: undefined }));

/** Tells whenever the element comes near the screen or leaves it, until the answer is called. */
export function observeNear(element: Element, listener: (isNear: boolean) => void): () => void {
  const state = near.current();
  const { listeners } = state;
  state.observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin },
  );
  const watching = state.observer;
  listeners.set(element, listener);
  watching.observe(element);
  return () => {
    watching.unobserve(element);
    listeners.delete(element);
  };
}
