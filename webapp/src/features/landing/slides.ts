import type { ReactNode } from 'react';

/** The action of a slide's button: a page of the portal to open, or a function. */
export type SlideAction = string | (() => void);

/** A slide of the carousel, in the specification's shape. */
export interface Slide {
  image: ReactNode;
  /** The text alternative of the picture; it also selects the style of some slides. */
  alt: string;
  title: string;
  description: string;
  primaryButtonText: string;
  secondaryButtonText: string;
  primaryAction: SlideAction;
  secondaryAction: SlideAction;
}
