import { useState } from 'react'
import { useParams } from 'react-router'
import { useCupQuery, type Cup as CupView } from '../../entities/cup/cups.js'
import { isMissing } from '../../shared/api/errors.js'
import { whileLookedAt } from '../../shared/api/polling.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Cup } from './cup.js'
import { CupFailed, CupLoading, NoSuchCup } from './cups-states.js'

/** How often a cup is asked for, by how much happens in it; 0: it will not change. */
const POLL_MS: Readonly<Record<CupView['state'], number>> = {
  'sign-up': 15_000,
  'check-in': 5_000,
  running: 4_000,
  finished: 0,
  cancelled: 0,
}

/** The page of one cup. */
export default function CupPage() {
  const { id = '' } = useParams()
  const [state, setState] = useState<CupView['state']>('running')
  const { currentData, error, isFetching, refetch } = useCupQuery(id, {
    ...whileLookedAt(POLL_MS[state]),
    refetchOnMountOrArgChange: true,
  })
  if (currentData && currentData.state !== state) setState(currentData.state)
  useTitle(currentData?.name ?? 'Cup')

  if (currentData) return <Cup cup={currentData} stale={error !== undefined} />
  if (!error) return <CupLoading />
  return isMissing(error) ? <NoSuchCup /> : <CupFailed busy={isFetching} onRetry={() => void refetch()} />
}
