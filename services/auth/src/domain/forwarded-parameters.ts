/** Of the parameters of a login request, those that the configuration passes on to the provider. */
export const forwardedParameters = (
  given: Readonly<Record<string, string>>,
  allowed: readonly string[],
): Record<string, string> => Object.fromEntries(Object.entries(given).filter(([name]) => allowed.includes(name)))
