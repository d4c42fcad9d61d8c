import { useLingui } from '@lingui/react';
import { useSubscriptions, type AgencyService } from '@/lib/connections/subscriptions';
import { useCatalogue } from './api';

export interface Choice {
  id: string;
  name: string;
}

export interface ServiceChoice extends Choice {
  agency: Choice;
}

/** Agencies and services to choose from: those of the person first. */
export interface FilterChoices {
  ownAgencies: Choice[];
  otherAgencies: Choice[];
  ownServices: ServiceChoice[];
  otherServices: ServiceChoice[];
}

function distinct<C extends Choice>(choices: readonly C[], locale: string): C[] {
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name, locale));
}

function without<C extends Choice>(choices: readonly C[], known: readonly Choice[]): C[] {
  const ids = new Set(known.map(({ id }) => id));
  return choices.filter(({ id }) => !ids.has(id));
}

const choiceOf = ({ id, name, agency }: AgencyService): ServiceChoice => ({
  id,
  name,
  agency: { id: agency.id, name: agency.name },
});

/**
 * What there is to filter by: the services that the person is connected with, and the rest of the catalogue, from which
 * they may have disconnected. While one of the two is missing the other serves.
 */
export function useFilterChoices(): FilterChoices {
  const { i18n } = useLingui();
  const { data: subscriptions } = useSubscriptions();
  const { data: catalogue } = useCatalogue();

  const own = (subscriptions?.items ?? []).map(({ service }) => choiceOf(service));
  const ownServices = distinct(own, i18n.locale);
  const ownAgencies = distinct(
    own.map(({ agency }) => agency),
    i18n.locale,
  );
  const all = (catalogue?.items ?? []).map(choiceOf);
  return {
    ownAgencies,
    ownServices,
    otherServices: without(distinct(all, i18n.locale), ownServices),
    otherAgencies: without(
      distinct(
        all.map(({ agency }) => agency),
        i18n.locale,
      ),
      ownAgencies,
    ),
  };
}
