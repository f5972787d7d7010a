import { nameOf } from '../manifests/parse.js'
import type { Policy } from './policy.js'

/** nginx would hash everybody who is in no room to one gateway: a variable that is empty hashes to the same place. */
const EMPTY_WITHOUT_A_ROOM = '$arg_room'

/** An Ingress spreads people who are in no room over all gateways. */
export const routes: Policy = ({ objects }) =>
  objects
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap((ingress) =>
      Object.entries(ingress.metadata.annotations ?? {})
        .filter(([, value]) => value.includes(EMPTY_WITHOUT_A_ROOM))
        .map(([annotation]) => `${nameOf(ingress)}: ${annotation} leads everybody without a room to one gateway`),
    )
