import { usePassQuery } from '../../../entities/pass/pass.js'
import { useNow } from '../../../shared/time/remaining.js'
import { seasonEndWords } from './season-end-words.js'

interface SeasonEndProps {
  itemId: number
  className?: string
}

/** Until when the season runs that a Battle Pass is sold for; nothing for everything else. */
export function SeasonEnd({ itemId, className }: SeasonEndProps) {
  const { data } = usePassQuery(undefined, { refetchOnMountOrArgChange: true })
  const words = seasonEndWords(itemId, data?.season, useNow())
  return words && <p className={className}>{words}</p>
}
