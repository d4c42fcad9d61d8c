import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nProvider } from '@lingui/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getI18n } from '@/lib/i18n/language';
import { Carousel } from './Carousel';
import type { Slide } from './slides';

const createSlide = (alt: string, primaryAction: Slide['primaryAction']): Slide => ({
  image: null,
  alt,
  title: `About ${alt}`,
  description: 'Words',
  primaryButtonText: 'First',
  secondaryButtonText: 'Second',
  primaryAction,
  secondaryAction: () => undefined,
});

const action = vi.fn();
const slides = [createSlide('Arizona Business One Stop', '/plan'), createSlide('Arizona MVD Now', action)];
/** Waits longer than any slide is shown. */
const passTime = () => {
  act(() => {
    vi.advanceTimersByTime(10_000);
  });
};
const getLiveRegion = () => document.querySelector('[aria-live]') ?? document.body;
const getShownIndex = () => screen.getAllByRole('group').findIndex((group) => !group.hasAttribute('inert'));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function show() {
  render(
    <I18nProvider i18n={getI18n()}>
      <MemoryRouter>
        <Carousel label="Highlights" slides={slides} />
      </MemoryRouter>
    </I18nProvider>,
  );
}

beforeEach(() => {
  // The source texts need no catalog.
  getI18n().loadAndActivate({ locale: 'en', messages: {} });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the carousel', () => {
  it('has a name and announces the current slide', () => {
    show();
    const carousel = screen.getByRole('region', { name: 'Highlights' });
    expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
    expect(screen.getAllByRole('group')).toHaveLength(2);
    expect(getShownIndex()).toBe(0);
    expect(screen.getByRole('img', { name: 'Arizona MVD Now' }).closest('[role=group]')).toHaveAttribute(
      'inert',
    );
  });

  it('advances by itself and is silent meanwhile', () => {
    show();
    expect(getLiveRegion()).toHaveAttribute('aria-live', 'off');
    passTime();
    expect(getShownIndex()).toBe(1);
    passTime();
    expect(getShownIndex()).toBe(0);
  });

  it('moves by its buttons', () => {
    show();
    press('Previous slide');
    expect(getShownIndex()).toBe(1);
    press('Next slide');
    expect(getShownIndex()).toBe(0);
  });

  it('pauses and continues by its first button', () => {
    show();
    press('Pause the slides');
    passTime();
    expect(getShownIndex()).toBe(0);
    expect(getLiveRegion()).toHaveAttribute('aria-live', 'polite');
    press('Play the slides');
    passTime();
    expect(getShownIndex()).toBe(1);
  });

  it('waits while it has the focus', () => {
    show();
    const link = screen.getByRole('link', { name: 'First' });
    act(() => {
      link.focus();
    });
    passTime();
    expect(getShownIndex()).toBe(0);
    act(() => {
      link.blur();
    });
    passTime();
    expect(getShownIndex()).toBe(1);
  });

  it('waits while the mouse is over it', () => {
    show();
    const carousel = screen.getByRole('region');
    fireEvent.pointerEnter(carousel, { pointerType: 'mouse' });
    passTime();
    expect(getShownIndex()).toBe(0);
    fireEvent.pointerLeave(carousel, { pointerType: 'mouse' });
    passTime();
    expect(getShownIndex()).toBe(1);
  });

  it('starts paused for people who prefer reduced motion', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList,
    );
    show();
    passTime();
    expect(getShownIndex()).toBe(0);
    press('Play the slides');
    passTime();
    expect(getShownIndex()).toBe(1);
  });

  it('follows a finger', () => {
    show();
    const swipe = (to: number) => {
      fireEvent.pointerDown(getLiveRegion(), { pointerType: 'touch', clientX: 200 });
      fireEvent.pointerUp(getLiveRegion(), { pointerType: 'touch', clientX: to });
    };
    swipe(190);
    expect(getShownIndex()).toBe(0);
    swipe(100);
    expect(getShownIndex()).toBe(1);
    swipe(300);
    expect(getShownIndex()).toBe(0);
  });

  it('runs the actions of its slides', () => {
    show();
    expect(screen.getByRole('link', { name: 'First' })).toHaveAttribute('href', '/plan');
    passTime();
    press('First');
    expect(action).toHaveBeenCalledOnce();
  });

  it('styles the two named slides differently', () => {
    show();
    const [business, vehicles] = screen.getAllByRole('group');
    expect(business).toHaveClass('slide--business');
    expect(vehicles).toHaveClass('slide--vehicles');
  });
});
