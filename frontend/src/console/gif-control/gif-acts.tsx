import { ACT_GROUPS, ACTS, type GifView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { Checkbox } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ACT_GROUP_NAMES, ACT_NAMES } from '../../texts/limits-card.js'
import { useUndo } from '../kit/undo.js'
import { useChange } from '../kit/versions.js'
import { useSetGifActsMutation } from './api.js'
import styles from './gif-control.module.css'
import { actsField, gifFields, thingOf } from './states.js'

type LabelledActs = GifView['acts']

export const actWords = (acts: LabelledActs): string => {
  if (acts === null) return 'Not labelled: not dealt where anyone has a limit of "never"'
  return (
    ACTS.filter(({ token }) => acts.includes(token))
      .map(({ token }) => ACT_NAMES[token])
      .join(', ') || 'None of the list'
  )
}

/** Labels what a GIF shows, so that players' limits hold. */
export function GifActs({ gif }: { gif: GifView }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        Label what it shows
      </Button>
      <Dialog title={`What GIF #${gif.id} shows`} open={open} onClose={() => setOpen(false)}>
        <ActsForm gif={gif} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ActsForm({ gif, onDone }: { gif: GifView; onDone: () => void }) {
  const [labels, setLabels] = useState<Labels>(new Set(gif.acts ?? []))
  const [change, { isLoading }] = useSetGifActsMutation()
  const { push } = useUndo()
  const carryOut = useChange()
  const [basis] = useState(gif)

  const keep = async (acts: LabelledActs) => {
    const { id } = gif
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `GIF #${id}`,
      version: basis.version,
      before: gifFields(basis),
      yours: { Shows: actsField(acts) },
      fieldsOf: gifFields,
      send: (version) => change({ id, acts, version }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to save the labels.',
    })
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') {
      const before = (outcome.over ?? basis).acts
      toastSuccess(`GIF #${id}: labels saved`)
      push({
        label: `GIF #${id}: labels`,
        thing: thingOf(id),
        version: outcome.answer.version,
        undo: (left) =>
          change({ id, acts: before, version: left })
            .unwrap()
            .then(({ version }) => version),
      })
    }
    onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void keep(actsIn(labels))
      }}
    >
      <ActChoice labels={labels} onChange={setLabels} />
      <Button type="submit" variant="primary" busy={isLoading}>
        Keep
      </Button>
      {gif.acts !== null && (
        <Button busy={isLoading} onClick={() => void keep(null)}>
          Back to not labelled
        </Button>
      )}
    </form>
  )
}

export type Labels = ReadonlySet<string>

export const actsIn = (labels: Labels) => ACTS.flatMap(({ token }) => (labels.has(token) ? [token] : []))

interface ActChoiceProps {
  labels: Labels
  onChange: (labels: Labels) => void
}

export const ActChoice = ({ labels, onChange }: ActChoiceProps) =>
  ACT_GROUPS.map((group) => (
    <fieldset key={group} className={styles.acts}>
      <legend>{ACT_GROUP_NAMES[group]}</legend>
      {ACTS.filter((act) => act.group === group).map(({ token }) => (
        <Checkbox
          key={token}
          checked={labels.has(token)}
          onChange={({ target }) =>
            onChange(new Set(target.checked ? [...labels, token] : [...labels].filter((other) => other !== token)))
          }
        >
          {ACT_NAMES[token]}
        </Checkbox>
      ))}
    </fieldset>
  ))
