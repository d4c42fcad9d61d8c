import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { RequestBody } from '../api/call';
import { ApiError } from '../api/errors';
import { paths } from '../paths';

export type Purpose = RequestBody<'/api/authentication/attempts', 'post'>['purpose'];

/** A request that needs a proof of identity first. */
export interface StepUpRequest {
  purpose: Purpose;
  /** The name of the agency that asks for the proof. */
  asker: string;
  /** The subject of the request, such as the name of a field. */
  asked: string;
  /** The page to continue with, and the position on it. */
  returnTo: string;
}

/** Returns whether a call was refused because the session needs more assurance. */
export function needsStepUp(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'enhancedAuthenticationRequired';
}

/** The page that explains the request and offers the suitable ways to prove an identity. */
export function buildStepUpAddress(types: readonly number[], { purpose, returnTo }: StepUpRequest): string {
  const parameters = new URLSearchParams({ purpose, types: types.join(','), returnTo });
  return `${paths.enhancedAuthentication}?${parameters.toString()}`;
}

/**
 * If a call was refused because it needs enhanced authentication, opens the page that explains it and returns here
 * afterwards. Returns true in that case.
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
