import type { SeasonView } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { When } from '../kit/text/when.js'
import { usePublishSeasonMutation } from './pass-api.js'

interface PublishSeasonProps {
  season: SeasonView
  onClose: () => void
}

/** Shows a season to the players, which fixes most of it. */
export function PublishSeason({ season, onClose }: PublishSeasonProps) {
  const [publish] = usePublishSeasonMutation()
  const carryOut = async () => {
    const { error } = await publish(season.id)
    if (error) toastError(errorText(error, 'Failed to publish the season.'))
    else toastSuccess('Season published.')
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
        Players see it from now on. Its start, its points and these tiers are fixed then; only another name, a later end
        and further tiers are possible. It cannot be taken back or deleted.
      </p>
    </ConfirmDialog>
  )
}
