import type { ListCursor, Place, Refused } from '@kla/chassis'
import { nameFault, readName } from '@kla/proto/names'
import {
  CATEGORIES,
  type Category,
  CUP_CAPACITY_MAX,
  CUP_CAPACITY_MIN,
  CUP_NAME_MAX,
  invalidInput,
  type Mode,
  MODES,
} from '@kla/proto/web'
import { hasLength, refuse } from '../../shared/rules/input.js'

/** Fields of a cup that administrators edit. */
export interface CupFields {
  readonly name: string
  readonly mode: Mode
  readonly category: Category
  readonly capacity: number
  readonly startsAtMs: number
}

export type GivenCupFields = { readonly [Field in keyof CupFields]: CupFields[Field] extends number ? number : string }

const AHEAD_MAX_MS = 366 * 86_400_000

export function cupFields(given: GivenCupFields, nowMs: number): CupFields | Refused {
  const { capacity, startsAtMs } = given
  const { name, hidden } = readName(given.name)
  const mode = MODES.find((known) => known === given.mode)
  const category = CATEGORIES.find((known) => known === given.category)
  if (!hasLength(name, 1, CUP_NAME_MAX)) {
    return invalidInput(`A cup's name has 1 to ${CUP_NAME_MAX} characters.`)
  }
  if (hidden) return refuse('NAME_INVISIBLE')
  const fault = nameFault(name, 'ours')
  if (fault) return refuse(fault)
  if (!mode) return invalidInput('Choose rush or stamina.')
  if (!category) return invalidInput('There is no such category.')
  if (!Number.isInteger(capacity) || capacity < CUP_CAPACITY_MIN || capacity > CUP_CAPACITY_MAX) {
    return invalidInput(`A cup has room for ${CUP_CAPACITY_MIN} to ${CUP_CAPACITY_MAX} players.`)
  }
  if (!Number.isSafeInteger(startsAtMs) || startsAtMs <= nowMs || startsAtMs > nowMs + AHEAD_MAX_MS) {
    return invalidInput('A cup starts in the future, within a year.')
  }
  return { name, mode, category, capacity, startsAtMs }
}

/** Rows of a list. */
export interface Page {
  readonly limit: number
  readonly offset: number
  /** The row before this page. Nothing is skipped or counted then. */
  readonly after?: Place
}

const SIZE_MAX = 200
const OFFSET_MAX = 100_000

/** Reads a page by its number, from 1, or by the cursor `after` if there is one. */
export function pageFrom(
  given: { readonly page: number; readonly pageSize: number; readonly after?: string | undefined },
  cursor: ListCursor,
): Page | Refused {
  const after = cursor.read(given.after ?? '')
  if (after === undefined) return pageAt(given.page, given.pageSize)
  if ('refused' in after) return after
  const first = pageAt(1, given.pageSize)
  return 'refused' in first ? first : { ...first, after }
}

function pageAt(page: number, pageSize: number): Page | Refused {
  const offset = (page - 1) * pageSize
  const sound = page >= 1 && pageSize >= 1 && pageSize <= SIZE_MAX && offset <= OFFSET_MAX
  return sound ? { limit: pageSize, offset } : refuse('INVALID_FIELD')
}
