import type { PersonHistory } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { verbOf } from '../entities/audit-words.js'
import { usePersonHistoryQuery } from '../entities/people-api.js'
import { When } from '../kit/moments.js'
import { Entries, Entry, Part } from './part.js'

export function HistoryPart({ id }: { id: number }) {
  const [after, setAfter] = useState<readonly (number | null)[]>([null])
  const at = after.at(-1) ?? null
  const query = usePersonHistoryQuery({ id, after: at })
  const next = query.currentData?.next
  return (
    <Part
      title="History"
      query={query}
      empty={query.data?.results.length === 0 ? 'No one has looked yet.' : null}
      foot={
        <p>
          {after.length > 1 && (
            <Button variant="quiet" onClick={() => setAfter(after.slice(0, -1))}>
              Newer
            </Button>
          )}
          {typeof query.data?.next === 'number' && (
            <Button
              variant="quiet"
              disabled={typeof next !== 'number'}
              onClick={() => typeof next === 'number' && setAfter([...after, next])}
            >
              Older
            </Button>
          )}
        </p>
      }
    >
      <HistoryEntries entries={query.data?.results ?? []} />
    </Part>
  )
}

export const HistoryEntries = ({ entries }: { entries: PersonHistory['results'] }) => (
  <Entries label="Who looked and who decided, newest first">
    {entries.map(({ seq, at, actor, action }) => (
      <Entry
        key={seq}
        head={
          <>
            <strong>{actor ?? 'System'}</strong> {verbOf(action)} <When at={at} />
          </>
        }
      />
    ))}
  </Entries>
)
