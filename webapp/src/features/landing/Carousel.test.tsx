import { act, fireEvent, render, screen } from '@testing-library/react';
import { I18nProvider } from '@lingui/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getI18n } from '@/lib/i18n/language';
import { Carousel } from './Carousel';
import type { Slide } from './slides';

const slide = (alt: string, primaryAction: Slide['primaryAction']): Slide => ({
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
const slides = [slide('Arizona Business One Stop', '/plan'), slide('Arizona MVD Now', action)];
/** Longer than any slide is shown. */
const later = () => {
  act(() => {
    vi.advanceTimersByTime(10_000);
  });
};
const area = () => document.querySelector('[aria-live]') ?? document.body;
const shown = () => screen.getAllByRole('group').findIndex((group) => !group.hasAttribute('inert'));
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
  // The sources' own words need no catalogue.
  getI18n().loadAndActivate({ locale: 'en', messages: {} });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the carousel', () => {
  it('says what it is and which slide is shown', () => {
    show();
    const carousel = screen.getByRole('region', { name: 'Highlights' });
    expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
    expect(screen.getAllByRole('group')).toHaveLength(2);
    expect(shown()).toBe(0);
    expect(screen.getByRole('img', { name: 'Arizona MVD Now' }).closest('[role=group]')).toHaveAttribute(
      'inert',
    );
  });

  it('goes around by itself and is silent meanwhile', () => {
    show();
    expect(area()).toHaveAttribute('aria-live', 'off');
    later();
    expect(shown()).toBe(1);
    later();
    expect(shown()).toBe(0);
  });

  it('goes around by its buttons', () => {
    show();
    press('Previous slide');
    expect(shown()).toBe(1);
    press('Next slide');
    expect(shown()).toBe(0);
  });

  it('stops and goes on by its first button', () => {
    show();
    press('Pause the slides');
    later();
    expect(shown()).toBe(0);
    expect(area()).toHaveAttribute('aria-live', 'polite');
    press('Play the slides');
    later();
    expect(shown()).toBe(1);
  });

  it('waits while it has the focus', () => {
    show();
    const link = screen.getByRole('link', { name: 'First' });
    act(() => {
      link.focus();
    });
    later();
    expect(shown()).toBe(0);
    act(() => {
      link.blur();
    });
    later();
    expect(shown()).toBe(1);
  });

  it('waits while the mouse is over it', () => {
    show();
    const carousel = screen.getByRole('region');
    fireEvent.pointerEnter(carousel, { pointerType: 'mouse' });
    later();
    expect(shown()).toBe(0);
    fireEvent.pointerLeave(carousel, { pointerType: 'mouse' });
    later();
    expect(shown()).toBe(1);
  });

  it('stands still for people who want little motion, until they start it', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList,
    );
    show();
    later();
    expect(shown()).toBe(0);
    press('Play the slides');
    later();
    expect(shown()).toBe(1);
  });

  it('follows a finger', () => {
    show();
    const swipe = (to: number) => {
      fireEvent.pointerDown(area(), { pointerType: 'touch', clientX: 200 });
      fireEvent.pointerUp(area(), { pointerType: 'touch', clientX: to });
    };
    swipe(190);
    expect(shown()).toBe(0);
    swipe(100);
    expect(shown()).toBe(1);
    swipe(300);
    expect(shown()).toBe(0);
  });

  it('leads on by the actions of its slides', () => {
    show();
    expect(screen.getByRole('link', { name: 'First' })).toHaveAttribute('href', '/plan');
    later();
    press('First');
    expect(action).toHaveBeenCalledOnce();
  });

  it('gives the two named slides looks of their own', () => {
    show();
    const [business, vehicles] = screen.getAllByRole('group');
    expect(business).toHaveClass('slide--business');
    expect(vehicles).toHaveClass('slide--vehicles');
  });
});
