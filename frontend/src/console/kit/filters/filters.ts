/** What a list is narrowed by: one text for each name. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>

/** Reads filters from an address; what it leaves out is as by default. */
export const readFilters = <Name extends string>(params: URLSearchParams, defaults: Filters<Name>): Filters<Name> =>
  mapped(defaults, (name, byDefault) => params.get(name) ?? byDefault)

/** Writes filters into an address: those that differ from the default, also where they are empty. */
export function writeFilters<Name extends string>(
  params: URLSearchParams,
  filters: Filters<Name>,
  defaults: Filters<Name>,
): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const [name, value] of entries(filters)) {
    if (value === defaults[name]) written.delete(name)
    else written.set(name, value)
  }
  return written
}

/** As a query for the server: trimmed, without empty values. */
export const toQuery = <Name extends string>(filters: Filters<Name>): Partial<Record<Name, string>> =>
  Object.fromEntries(
    entries(filters)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  ) as Partial<Record<Name, string>>

const entries = <Name extends string>(filters: Filters<Name>) => Object.entries(filters) as [Name, string][]

const mapped = <Name extends string>(filters: Filters<Name>, value: (name: Name, before: string) => string) =>
  Object.fromEntries(entries(filters).map(([name, before]) => [name, value(name, before)])) as Filters<Name>
