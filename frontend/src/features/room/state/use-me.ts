import { useSession } from '../../../entities/session/use-session.js'

/** Nobody has this id. */
const NOBODY = 0

/** This player's id. */
export const useMe = (): number => useSession().user?.id ?? NOBODY
