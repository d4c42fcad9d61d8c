import type { ReactNode } from 'react';

/** What a button of a slide does: leads to a page of the portal, or something else. */
export type SlideAction = string | (() => void);

/** A slide of the carousel, in the specification's shape. */
export interface Slide {
  image: ReactNode;
  /** What the picture is of; some slides have a look of their own by it. */
  alt: string;
  title: string;
  description: string;
  primaryButtonText: string;
  secondaryButtonText: string;
  primaryAction: SlideAction;
  secondaryAction: SlideAction;
}
