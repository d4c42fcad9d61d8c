import { useLingui } from '@lingui/react';
import { useSubscriptions, type AgencyService } from '@/lib/connections/subscriptions';
import { useCatalog } from './api';

export interface Choice {
  id: string;
  name: string;
}

export interface ServiceChoice extends Choice {
  agency: Choice;
}

/** The agencies and services to choose from. */
export interface FilterChoices {
  ownAgencies: Choice[];
  otherAgencies: Choice[];
  ownServices: ServiceChoice[];
  otherServices: ServiceChoice[];
}

function sortUnique<C extends Choice>(choices: readonly C[], locale: string): C[] {
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name, locale));
}

function removeKnown<C extends Choice>(choices: readonly C[], known: readonly Choice[]): C[] {
  const ids = new Set(known.map(({ id }) => id));
  return choices.filter(({ id }) => !ids.has(id));
}

const toChoice = ({ id, name, agency }: AgencyService): ServiceChoice => ({
  id,
  name,
  agency: { id: agency.id, name: agency.name },
});

/**
 * Lists the agencies and services to filter by: the connected ones, and the rest of the catalog, which the person may
 * have disconnected. Each list is shown as soon as it is loaded.
 */
export function useFilterChoices(): FilterChoices {
  const { i18n } = useLingui();
  const { data: subscriptions } = useSubscriptions();
  const { data: catalog } = useCatalog();

  const ownChoices = (subscriptions?.items ?? []).map(({ service }) => toChoice(service));
  const ownServices = sortUnique(ownChoices, i18n.locale);
  const ownAgencies = sortUnique(
    ownChoices.map(({ agency }) => agency),
    i18n.locale,
  );
  const allChoices = (catalog?.items ?? []).map(toChoice);
  return {
    ownAgencies,
    ownServices,
    otherServices: removeKnown(sortUnique(allChoices, i18n.locale), ownServices),
    otherAgencies: removeKnown(
      sortUnique(
        allChoices.map(({ agency }) => agency),
        i18n.locale,
      ),
      ownAgencies,
    ),
  };
}
