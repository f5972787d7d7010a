import type { SeasonView } from '@kla/proto/web'
import { useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftNote } from '../kit/drafts.js'
import { When } from '../kit/moments.js'
import { useShortcut } from '../kit/shortcuts.js'
import { useChange } from '../kit/versions.js'
import { useDeleteSeasonMutation, usePublishSeasonMutation } from './api.js'
import styles from './battle-pass-editor.module.css'
import { seasonFields, thingOf } from './season-fields.js'

interface SeasonActionsProps {
  season: SeasonView
  edited: boolean
  changedBy: string | null
  saving: boolean
  onSave: () => void
  onDiscard: () => () => void
  onDeleted: () => void
}

export function SeasonActions(props: SeasonActionsProps) {
  const { season, edited, changedBy, saving, onSave, onDiscard, onDeleted } = props
  const [asked, setAsked] = useState<'publish' | 'delete' | null>(null)
  const save = useRef<HTMLButtonElement>(null)
  useShortcut('s', 'Go to Save', () => save.current?.focus(), edited)
  const close = () => setAsked(null)
  return (
    <>
      {changedBy !== null && (
        <p className={styles.conflict} role="status">
          {changedBy} changed this season since you began. Save to see both versions.
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          wide
          disabled={!edited}
          busy={saving}
          ref={save}
          aria-keyshortcuts="s"
          onClick={onSave}
        >
          Save
        </Button>
        <DraftNote drafts={[{ unsent: edited, discard: onDiscard }]} of="the season" />
      </div>
      {season.published ? (
        <p className={styles.muted}>
          Players see this season. Its start, points and current tiers are fixed. You can change its name, set a later
          end and add tiers.
        </p>
      ) : (
        <div className={styles.buttons}>
          <Button wide disabled={edited || season.tiers.length === 0} onClick={() => setAsked('publish')}>
            Publish
          </Button>
          {edited && <p className={styles.muted}>Save before publishing.</p>}
          <Button wide variant="danger" onClick={() => setAsked('delete')}>
            Delete the draft
          </Button>
        </div>
      )}
      {asked === 'publish' && <PublishSeason season={season} onClose={close} />}
      {asked === 'delete' && <DeleteSeason season={season} onDeleted={onDeleted} onClose={close} />}
    </>
  )
}

interface PublishSeasonProps {
  season: SeasonView
  onClose: () => void
}

function PublishSeason({ season: shown, onClose }: PublishSeasonProps) {
  const [season] = useState(shown)
  const [publish] = usePublishSeasonMutation()
  const change = useChange()
  const carryOut = async () => {
    const outcome = await change({
      thing: thingOf(season.id),
      name: season.name,
      version: season.version,
      before: seasonFields(season),
      yours: { State: 'Published' },
      fieldsOf: seasonFields,
      send: (version) => publish({ id: season.id, version }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to publish the season.',
    })
    if (outcome.kind === 'done') toastSuccess('Season published.')
  }
  return (
    <ConfirmDialog
      title={`Publish ${season.name}?`}
      confirm="Publish"
      danger={false}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>
        From <When at={season.starts_at} /> to <When at={season.ends_at} />, {season.tiers.length}{' '}
        {season.tiers.length === 1 ? 'tier' : 'tiers'}.
      </p>
      <p>
        Players see it from now on. After that you can only change its name, set a later end and add tiers. You can't
        unpublish or delete it.
      </p>
    </ConfirmDialog>
  )
}

interface DeleteSeasonProps {
  season: SeasonView
  onDeleted: () => void
  onClose: () => void
}

function DeleteSeason({ season: shown, onDeleted, onClose }: DeleteSeasonProps) {
  const [season] = useState(shown)
  const [remove] = useDeleteSeasonMutation()
  const change = useChange()
  const carryOut = async () => {
    const outcome = await change({
      thing: thingOf(season.id),
      name: season.name,
      version: season.version,
      before: { ...seasonFields(season), 'This draft': 'Kept' },
      yours: { 'This draft': 'Deleted' },
      fieldsOf: (current: SeasonView) => ({ ...seasonFields(current), 'This draft': 'Kept' }),
      send: (version) => remove({ id: season.id, version }),
      failed: 'Failed to delete the season.',
    })
    if (outcome.kind !== 'done') return
    toastSuccess('Draft deleted.')
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete the draft ${season.name}?`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>No player has seen it. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
