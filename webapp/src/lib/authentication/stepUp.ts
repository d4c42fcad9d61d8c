import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { RequestBody } from '../api/call';
import { ApiError } from '../api/errors';
import { paths } from '../paths';

export type Purpose = RequestBody<'/api/authentication/attempts', 'post'>['purpose'];

/** What cannot go on before the person proves who they are. */
export interface StepUpRequest {
  purpose: Purpose;
  /** Who asks for it: the name of an agency. */
  asker: string;
  /** What it is about, such as the name of a field. */
  asked: string;
  /** The page to go on with, and the place on it. */
  returnTo: string;
}

/** Whether a call was refused because the session has not the assurance that it needs. */
export function needsStepUp(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'enhancedAuthenticationRequired';
}

/** The page that explains what is asked and offers the ways that would do. */
export function buildStepUpAddress(types: readonly number[], { purpose, returnTo }: StepUpRequest): string {
  const parameters = new URLSearchParams({ purpose, types: types.join(','), returnTo });
  return `${paths.enhancedAuthentication}?${parameters.toString()}`;
}

/**
 * Leads a person whose call was refused for want of enhanced authentication to the page that explains it, from which
 * they come back. The answer is whether the failure was that one.
 */
export function useStepUp(): (error: unknown, asked: StepUpRequest) => Promise<boolean> {
  const navigate = useNavigate();
  return useCallback(
    async (error, asked) => {
      if (!needsStepUp(error)) return false;
      const state = { asker: asked.asker, asked: asked.asked };
      await navigate(buildStepUpAddress(error.said.types ?? [], asked), { state });
      return true;
    },
    [navigate],
  );
}
