import { Trans } from '@lingui/react/macro';

/** Shows the city of a company and the name of its county, as far as they are known. */
export function Place({ city, county }: { city: string; county: string }) {
  if (!county) return <span>{city}</span>;
  if (!city) return <Trans>{county} County</Trans>;
  return (
    <Trans>
      {city}, {county} County
    </Trans>
  );
}
