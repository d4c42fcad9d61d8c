import { I18nProvider } from '@lingui/react';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { Refusal } from '@/lib/forms/useAction';
import { getI18n } from '@/lib/i18n/language';
import { useAction } from './useAction';

const Wrapper = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={getI18n()}>{children}</I18nProvider>
);
const renderAction = (options: Parameters<typeof useAction>[0] = {}) =>
  renderHook(() => useAction(options), { wrapper: Wrapper }).result;
const failWith = (error: Error) => () => Promise.reject(error);

beforeEach(() => getI18n().loadAndActivate({ locale: 'en', messages: {} }));

describe('useAction', () => {
  it('runs work once when it is pressed twice', async () => {
    const action = renderAction();
    let finish: () => void = () => undefined;
    const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    let pressed: Promise<unknown> | undefined;
    act(() => {
      pressed = Promise.all([action.current.run(work, 'one'), action.current.run(work, 'two')]);
    });
    expect(work).toHaveBeenCalledTimes(1);
    expect(action.current).toMatchObject({ isBusy: true, busyWith: 'one' });
    await act(async () => {
      finish();
      await pressed;
    });
    expect(action.current).toMatchObject({ isBusy: false, busyWith: null, problem: null });
    await act(() => action.current.run(work.mockResolvedValueOnce(undefined)));
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('shows the reason of each refusal, and clears it with the next attempt', async () => {
    const action = renderAction();
    const refused = new ApiError(400, 'validation', 'no', null, [
      { applicationSection: 'x', propertyName: 'a', validationErrors: ['Too long.', 'Too odd.'] },
    ]);
    await act(() => action.current.run(failWith(refused)));
    expect(action.current).toMatchObject({ problem: 'Too long. Too odd.', failure: refused, refusals: 1 });
    await act(() => action.current.run(failWith(new Refusal(() => [{ field: null, message: 'Not so.' }]))));
    expect(action.current).toMatchObject({ problem: 'Not so.', refusals: 2, isBusy: false });
    await act(() => action.current.run(() => Promise.resolve()));
    expect(action.current).toMatchObject({ problem: null, failure: null, refusals: 2 });
  });

  it.each([403, 404, 409])('reads the data of the page again after a %i', async (status) => {
    const onOutdated = vi.fn();
    const action = renderAction({ onOutdated, describeFailure: () => 'own words' });
    await act(() => action.current.run(failWith(new ApiError(status, `status${status}`, 'changed'))));
    expect(onOutdated).toHaveBeenCalledTimes(1);
    expect(action.current.problem).toBe('own words');
    await act(() => action.current.run(failWith(new ApiError(503, 'status503', 'down'))));
    expect(onOutdated).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a change of page', new CancelledError()],
    ['the end of the session', new ApiError(401, 'sessionEnded', 'ended')],
  ])('ignores %s', async (_, error) => {
    const action = renderAction();
    await act(() => action.current.run(failWith(error)));
    expect(action.current).toMatchObject({ problem: null, failure: null, refusals: 0, isBusy: false });
  });
});
