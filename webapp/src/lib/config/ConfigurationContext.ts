import { createContext, use } from 'react';
import type { Configuration } from './configuration';

export const ConfigurationContext = createContext<Configuration | null>(null);

/** The settings of the app. */
export function useConfiguration(): Configuration {
  const configuration = use(ConfigurationContext);
  if (!configuration) throw new Error('no configuration yet');
  return configuration;
}
