import { useState } from 'react'
import { CATEGORIES } from '@kla/proto/web'
import { ModeChoice } from '../../entities/game/mode-choice.js'
import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { SelectField } from '../../shared/ui/fields.js'
import { CATEGORY_WORDS } from '../../entities/game/game-words.js'
import type { Ending } from '../../entities/matching/match-state.js'
import { useBeginSearch } from '../../entities/matching/use-begin-search.js'
import { rememberedWish } from '../../entities/matching/wish.js'
import { isEnded, useRealtime } from '../../shared/realtime/index.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import { useSession } from '../../entities/session/use-session.js'
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
