import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { Link } from 'react-router';
import { Icon } from '@/components/Icon';
import type { Slide, SlideAction } from './slides';
import { useReducedMotion } from './useReducedMotion';

/** The time for reading a slide before the next one. */
const slideTime = 8000;
/** The distance of a swipe to the next slide. */
const swipeDistance = 40;

const looks: Readonly<Record<string, string>> = {
  'Arizona Business One Stop': 'slide--business',
  'Arizona MVD Now': 'slide--vehicles',
};

function ActionButton({ action, text, className }: { action: SlideAction; text: string; className: string }) {
  return typeof action === 'string' ? (
    <Link to={action} className={className}>
      {text}
    </Link>
  ) : (
    <button type="button" className={className} onClick={action}>
      {text}
    </button>
  );
}

function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  return (
    <svg className="usa-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={isPlaying ? 'M6 5h4v14H6zm8 0h4v14h-4z' : 'M8 5v14l11-7z'} />
    </svg>
  );
}

interface CarouselProps {
  label: string;
  slides: readonly Slide[];
}

/**
 * Shows slides in a loop, by the carousel pattern of the ARIA Authoring Practices. It pauses while it has the focus or
 * the pointer, and starts paused for people who prefer reduced motion.
 *
 * The slides lie on one another and style sheets fade them: a carousel library fades for a time that depends on its
 * physics, and costs a visitor 8 KB.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const { t } = useLingui();
  const isMotionReduced = useReducedMotion();
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const [hasPointer, setPointer] = useState(false);
  const swipeStart = useRef<number | null>(null);
  const slidesId = useId();
  const count = slides.length;
  const isPlaying = choice ?? !isMotionReduced;
  const isMoving = isPlaying && !hasFocus && !hasPointer;

  function move(steps: number) {
    setIndex((shown) => (shown + steps + count) % count);
  }

  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), slideTime);
    return () => clearTimeout(timer);
  }, [isMoving, index, count]);

  function endSwipe(event: PointerEvent) {
    const distance = swipeStart.current === null ? 0 : event.clientX - swipeStart.current;
    swipeStart.current = null;
    if (Math.abs(distance) >= swipeDistance) move(distance < 0 ? 1 : -1);
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- waits for people, does nothing for them
    <section
      className="carousel band"
      aria-roledescription={t`carousel`}
      aria-label={label}
      onFocus={() => setFocus(true)}
      onBlur={(event: FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget))}
      onPointerEnter={(event) => setPointer(event.pointerType === 'mouse')}
      onPointerLeave={() => setPointer(false)}
    >
      <div className="row row--tight carousel__controls">
        <button
          type="button"
          className="round round--button"
          aria-label={isPlaying ? t`Pause the slides` : t`Play the slides`}
          onClick={() => setChoice(!isPlaying)}
        >
          <PlayIcon isPlaying={isPlaying} />
        </button>
        <button
          type="button"
          className="round round--button"
          aria-label={t`Previous slide`}
          aria-controls={slidesId}
          onClick={() => move(-1)}
        >
          <Icon name="navigate_before" />
        </button>
        <span className="quiet carousel__place" aria-hidden="true">
          {`${index + 1} / ${count}`}
        </span>
        <button
          type="button"
          className="round round--button"
          aria-label={t`Next slide`}
          aria-controls={slidesId}
          onClick={() => move(1)}
        >
          <Icon name="navigate_next" />
        </button>
      </div>
      <div
        id={slidesId}
        className="carousel__slides"
        aria-live={isMoving ? 'off' : 'polite'}
        onPointerDown={(event) => {
          swipeStart.current = event.pointerType === 'mouse' ? null : event.clientX;
        }}
        onPointerUp={endSwipe}
        onPointerCancel={() => {
          swipeStart.current = null;
        }}
      >
        {slides.map((slide, position) => (
          <div
            key={slide.alt}
            className={`card slide ${looks[slide.alt] ?? ''} ${position === index ? 'slide--shown' : ''}`}
            role="group"
            aria-roledescription={t`slide`}
            aria-label={t`${position + 1} of ${count}`}
            inert={position !== index}
          >
            <div role="img" aria-label={slide.alt}>
              {slide.image}
            </div>
            <div>
              <h2 className="section-title slide__title">{slide.title}</h2>
              <p className="slide__text">{slide.description}</p>
              <div className="row">
                <ActionButton
                  action={slide.primaryAction}
                  text={slide.primaryButtonText}
                  className="usa-button"
                />
                <ActionButton
                  action={slide.secondaryAction}
                  text={slide.secondaryButtonText}
                  className="usa-button usa-button--outline"
                />
              </div>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
