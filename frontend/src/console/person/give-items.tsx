import { ITEM_WORDS, ITEMS } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useGiveItemsMutation } from '../entities/people-api.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { DraftNote, keepAttempt, useDraft } from '../kit/drafts.js'
import { type GiftDraft, NO_GIFT, UNITS_HINT, unitsOf } from './gift.js'

const OPTIONS = ITEMS.map((value) => ({ value, label: ITEM_WORDS[value].many }))

interface GiveItemsProps {
  id: number
  onClose: () => void
}

export function GiveItems({ id, onClose }: GiveItemsProps) {
  const [give] = useGiveItemsMutation()
  const draft = useDraft('gift', id, 'items', NO_GIFT)
  const { item } = draft.value
  const [tried, setTried] = useState(false)
  const units = unitsOf(draft.value.units)
  const change = (part: Partial<GiftDraft>) => draft.change((before) => ({ ...before, ...part }))

  const carryOut = async (reason: string) => {
    if (units === null) return false
    const gift = { item, units, reason }
    const { data, error } = await give({ person: id, id: keepAttempt(draft, gift), ...gift })
    if (error) {
      toastError(errorText(error, "The items weren't given. Try again."))
      return false
    }
    const { attempt } = NO_GIFT
    change({ attempt })
    draft.sent({ ...draft.value, attempt })
    toastSuccess(`Given. The player now has ${data.available} ${ITEM_WORDS[item].many}.`)
    return true
  }
  return (
    <ReasonDialog
      title={`Give items to #${id}?`}
      confirm="Give"
      draft={['gift', id]}
      hint="It stays in the ledger of items."
      childrenFirst
      onCheck={() => {
        setTried(true)
        return units !== null
      }}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <SelectField label="Item" value={item} options={OPTIONS} onChange={(chosen) => change({ item: chosen })} />
      <TextField
        label="Units"
        data-autofocus=""
        inputMode="numeric"
        hint={UNITS_HINT}
        error={tried && units === null ? UNITS_HINT : undefined}
        value={draft.value.units}
        onChange={(event) => change({ units: event.target.value })}
      />
      <DraftNote drafts={[draft]} of="the gift" />
    </ReasonDialog>
  )
}
