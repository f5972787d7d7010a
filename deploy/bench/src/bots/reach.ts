/** Where an address is reached from here: inside of a cluster a site's public address may lead nowhere. */
export type Reach = (address: string) => string

export const asItIs: Reach = (address) => address

/** Replaces the origins of addresses: what a name on the left means is found at the one on the right. */
export function createReach(origins: ReadonlyMap<string, string>): Reach {
  return (address) => {
    const url = new URL(address)
    const inside = origins.get(url.origin)
    return inside === undefined ? address : new URL(url.pathname + url.search, inside).href
  }
}
