import type { components } from '@/generated/openapi';

export type Configuration = components['schemas']['AppSettings'];

/** Loads the settings of the app. Fails when they cannot be had or lack what sign-in and calls need. */
export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch('/configuration/', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`configuration: status ${response.status}`);
  const configuration = (await response.json()) as Configuration;
  if (
    !configuration.webApiUrl ||
    !configuration.security.clientId ||
    !configuration.security.oidcConfiguration.authority
  ) {
    throw new Error('configuration: incomplete');
  }
  return configuration;
}
