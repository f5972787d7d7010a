import { CATALOGUE } from '@kla/proto/web'

const PASSES: ReadonlySet<number> = new Set(
  CATALOGUE.filter(({ grants }) => grants.item === 'battle_passes').map(({ id }) => id),
)

/** Ids of what can be bought now, of all that this installation sells: a Battle Pass only while a season runs. */
export const onSaleNow = (sold: readonly number[], seasonRuns: boolean): readonly number[] =>
  seasonRuns ? sold : sold.filter((id) => !PASSES.has(id))
