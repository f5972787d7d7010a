import { CATEGORIES } from '@kla/proto/web'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import { RoomsBanNotice, useRoomsBan } from '../../entities/bans/bans.js'
import { CATEGORY_WORDS } from '../../entities/game/game-words.js'
import { ModeChoice } from '../../entities/game/mode-choice.js'
import { type Activity, activityOf } from '../../entities/matching/activity.js'
import { type Ending, type Search, selectEnding, selectSearch } from '../../entities/matching/match-slice.js'
import { useBeginSearch } from '../../entities/matching/use-begin-search.js'
import { rememberedWish } from '../../entities/matching/wish.js'
import { useGetReady } from '../../entities/ready/use-get-ready.js'
import { useLoginPath } from '../../entities/session/login-path.js'
import { useSession } from '../../entities/session/use-session.js'
import { PATHS } from '../../shared/config/paths.js'
import { isEnded, useRealtime } from '../../shared/realtime/index.js'
import { useNow } from '../../shared/time/remaining.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { FIND_MATCH } from '../../texts/quick-match.js'
import styles from './find-match.module.css'
import { NotifyChoice } from './notify-choice.js'
import { SearchGlyph } from './search-glyph.js'
import { useCancelSearch } from './use-cancel-search.js'
import { WhoIsHere } from './who-is-here.js'
import { elapsedWords, endingWords, estimateWords, searchStatus, waitingWords, waitWords, wishWords } from './words.js'

export const FindMatch = ({ activity }: { activity: Activity }) => {
  const search = useSelector(selectSearch)
  const ending = useSelector(selectEnding)
  const { status } = useRealtime()
  const ban = useRoomsBan()
  const place = useRef<HTMLDivElement>(null)
  useFocusKept(place, search !== null)
  return (
    <Panel title={FIND_MATCH.title}>
      <div ref={place}>
        {search && <Searching search={search} />}
        {!search && ban && <RoomsBanNotice ban={ban} />}
        {!search && !ban && <WishForm ending={ending} activity={activity} />}
      </div>
      <p className="visually-hidden" role="status">
        {search ? searchStatus(search, status) : ending && endingWords(ending)}
      </p>
    </Panel>
  )
}

const Searching = ({ search }: { search: Search }) => {
  const now = useNow()
  const cancel = useCancelSearch()
  const { status } = useRealtime()
  const { wish, outlook, startedAt } = search
  const elapsed = elapsedWords(now - startedAt)
  return (
    <div className={styles.searching}>
      <SearchGlyph size={64} />
      <div className={styles.about}>
        <p className={styles.status}>{searchStatus(search, status)}</p>
        <div className={styles.facts}>
          <p>{wishWords(wish)}</p>
          <p>{waitingWords(outlook)}</p>
          <p>
            <Link to={PATHS.practice}>{FIND_MATCH.practice}</Link>
          </p>
        </div>
      </div>
      <p className={styles.time}>
        <span className={styles.elapsed} role="timer" aria-label={FIND_MATCH.searchingFor({ elapsed })}>
          {elapsed}
        </span>
        <span className={styles.estimate}>{estimateWords(outlook?.estimatedWaitMs ?? null)}</span>
      </p>
      <Button onClick={cancel}>{FIND_MATCH.cancel}</Button>
    </div>
  )
}

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

const WishForm = ({ ending, activity }: { ending: Ending | null; activity: Activity }) => {
  const [wish, setWish] = useState(rememberedWish)
  const begin = useBeginSearch()
  const { whenReady, screen } = useGetReady()
  const login = useLoginPath()
  const { status, user } = useSession()
  const { closedBy } = useRealtime()

  const submit = () => {
    if (user !== null) {
      // Matches are always veiled.
      whenReady({ go: FIND_MATCH.ready, veiled: true, leadsTo: 'search', act: () => begin(wish) })
    } else if (status === 'ready') window.location.assign(login)
  }

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ModeChoice
          explained={false}
          value={wish.mode}
          detail={(mode) => waitWords(activityOf(activity, { ...wish, mode }))}
          onChange={(mode) => setWish({ ...wish, mode })}
        />
        <SelectField
          label={FIND_MATCH.category}
          value={wish.category}
          options={CATEGORY_OPTIONS}
          onChange={(category) => setWish({ ...wish, category })}
        />
        <Button type="submit" variant="primary" disabled={isEnded(closedBy)}>
          <Icon name="search" /> {FIND_MATCH.find}
        </Button>
        <p className={styles.note}>{ending ? endingWords(ending) : FIND_MATCH.how}</p>
        <WhoIsHere activity={activity} onChoose={setWish} />
        <NotifyChoice wish={wish} searching={activityOf(activity, wish)?.searching} />
      </form>
      {screen}
    </>
  )
}

function useFocusKept(place: RefObject<HTMLElement | null>, content: unknown): void {
  const shown = useRef(content)
  useEffect(() => {
    if (shown.current === content) return
    shown.current = content
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [place, content])
}
