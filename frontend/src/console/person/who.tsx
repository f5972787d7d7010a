import type { PersonView } from '@kla/proto/web'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../shared/api/errors.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { toastError } from '../../shared/ui/toast.js'
import { avatarUrl, useAvatarBaseUrl } from '../entities/avatars.js'
import { usePersonSessionsQuery, useRevealEmailMutation } from '../entities/people-api.js'
import { useMay } from '../entities/session-api.js'
import { playerNameWords } from '../entities/words.js'
import { When } from '../kit/moments.js'
import { EmailAddress, Facts, Pill } from '../kit/text.js'
import { Entries, Entry, Part } from './part.js'
import styles from './person.module.css'
import { methodWords, nameOfPerson } from './words.js'

export function PersonHeader({ person }: { person: PersonView }) {
  const may = useMay()
  const name = nameOfPerson(person)
  const others = [person.username, person.global_name].filter((other) => other && other !== name)
  const src = avatarUrl(useAvatarBaseUrl(), person.discord_id, person.avatar)
  return (
    <header className={styles.header}>
      <Avatar name={name} src={src} size={48} />
      <div className={styles.names}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.also}>
          #{person.number} {others.length > 0 && `· ${[...new Set(others)].join(', ')}`}{' '}
          {!person.exists && <Pill tone="red">Account deleted</Pill>}
        </p>
      </div>
      <nav className={styles.links} aria-label="Lists about this person">
        {may('reports.read') && (
          <Link className={buttonClass({})} to={`/reports?reported_id=${person.id}`}>
            Reports about
          </Link>
        )}
        {may('bans.read') && (
          <Link className={buttonClass({})} to={`/bans?userId=${person.id}&active=`}>
            Bans
          </Link>
        )}
      </nav>
    </header>
  )
}

type Query = Parameters<typeof Part>[0]['query']

export const WhoPart = ({ person, query }: { person: PersonView; query: Query }) => (
  <Part title="Account" query={query} empty={person.exists ? null : 'This account is deleted.'}>
    <Facts
      facts={[
        ['Player name', playerNameWords(person)],
        ['Discord name', person.username],
        ['Global name', person.global_name ?? '-'],
        ['Discord ID', person.discord_id],
        ['User ID', person.id],
        ['Number', person.number],
        ['Since', <When key="since" at={person.create_time} />],
        ['Last sign-in', <When key="login" at={person.last_login} />],
      ]}
    />
    <Email key={person.id} id={person.id} />
  </Part>
)

function Email({ id }: { id: number }) {
  const [reveal, { data, isLoading }] = useRevealEmailMutation()
  const show = async () => {
    const { error } = await reveal(id)
    if (error) toastError(errorText(error, "We couldn't load the e-mail. Try again."))
  }
  if (data) return <Facts facts={[['E-mail', <EmailAddress key="email">{data.email}</EmailAddress>]]} />
  return (
    <div className={styles.email}>
      <Button busy={isLoading} onClick={() => void show()}>
        Show the e-mail
      </Button>
      <span className={styles.also}>This is recorded in the audit log.</span>
    </div>
  )
}

export function AgePart({ person, query }: { person: PersonView; query: Query }) {
  const { age } = person
  return (
    <Part title="Age" query={query} empty={age === null ? 'There is no verdict for a deleted account.' : null}>
      {age && (
        <>
          <p className={styles.head}>
            <Pill tone={age.confirmed ? 'green' : 'amber'}>{age.confirmed ? 'Confirmed' : 'Not confirmed'}</Pill>
            {age.locked_at !== null && (
              <>
                <Pill tone="red">Locked</Pill> since <When at={age.locked_at} />
              </>
            )}
          </p>
          {age.verdicts.length === 0 ? (
            <p className={styles.empty}>No verdict.</p>
          ) : (
            <Entries label="Age verdicts">
              {age.verdicts.map(({ method, jurisdiction, at }) => (
                <Entry
                  key={`${method} ${jurisdiction}`}
                  head={
                    <>
                      <strong>{methodWords(method)}</strong> {jurisdiction} <When at={at} />
                    </>
                  }
                />
              ))}
            </Entries>
          )}
        </>
      )}
    </Part>
  )
}

const SESSIONS_SHOWN = 5

export function SessionsPart({ id }: { id: number }) {
  const query = usePersonSessionsQuery(id)
  const [all, setAll] = useState(false)
  const sessions = query.data?.results ?? []
  return (
    <Part title="Sign-ins" query={query} empty={sessions.length === 0 ? 'Not signed in anywhere.' : null}>
      <Entries label="Sessions">
        {sessions.slice(0, all ? sessions.length : SESSIONS_SHOWN).map(({ device, opened_at, seen_at }, index) => (
          <Entry
            key={index}
            head={
              <>
                <strong>{device ?? 'Unknown browser'}</strong>
                <span>
                  since <When at={opened_at} />, last used <When at={seen_at} />
                </span>
              </>
            }
          />
        ))}
      </Entries>
      {sessions.length > SESSIONS_SHOWN && (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${sessions.length - SESSIONS_SHOWN} more`}
        </Button>
      )}
    </Part>
  )
}
