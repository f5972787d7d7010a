import { useState } from 'react'
import { CATEGORIES } from '@kla/proto/web'
import { ModeChoice } from '../../components/game/mode-choice.js'
import { Button } from '../../components/ui/button.js'
import { Icon } from '../../components/ui/icon.js'
import { SelectField } from '../../components/ui/select-field.js'
import { CATEGORY_WORDS } from '../../config/game-words.js'
import type { Ending } from '../../lib/matching/match-state.js'
import { useBeginSearch } from '../../lib/matching/use-begin-search.js'
import { rememberedWish } from '../../lib/matching/wish.js'
import { isEnded, useRealtime } from '../../lib/realtime/index.js'
import { useLoginPath } from '../../lib/session/use-login-path.js'
import { useSession } from '../../lib/session/use-session.js'
import { endingWords } from './ending-words.js'
import styles from './find-match.module.css'

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

interface WishFormProps {
  /** How the search before ended, where that needs words. */
  ending: Ending | null
  onBegin: () => void
}

/** What to search for; as last time, until it is changed. */
export const WishForm = ({ ending, onBegin }: WishFormProps) => {
  const [wish, setWish] = useState(rememberedWish)
  const begin = useBeginSearch()
  const login = useLoginPath()
  const { status, user } = useSession()
  const { closedBy } = useRealtime()

  const submit = () => {
    if (user !== null) {
      begin(wish)
      onBegin()
    } else if (status === 'ready') window.location.assign(login)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ModeChoice explained={false} value={wish.mode} onChange={(mode) => setWish({ ...wish, mode })} />
      <SelectField
        label="Category"
        value={wish.category}
        options={CATEGORY_OPTIONS}
        onChange={(category) => setWish({ ...wish, category })}
      />
      <Button type="submit" variant="primary" disabled={isEnded(closedBy)}>
        <Icon name="bell" /> Find a match
      </Button>
      <p className={styles.note}>
        {ending ? endingWords(ending) : 'You meet somebody who wants the same, once you have both accepted.'}
      </p>
    </form>
  )
}
