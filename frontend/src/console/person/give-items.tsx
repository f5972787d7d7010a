import { type Item, ITEM_WORDS, ITEMS } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { SelectField, TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useGiveItemsMutation } from '../entities/people-api.js'
import { ReasonDialog } from '../kit/dialogs.js'
import { useDraft } from '../kit/drafts.js'
import { UNITS_HINT, unitsOf } from './gift.js'

const OPTIONS = ITEMS.map((value) => ({ value, label: ITEM_WORDS[value].many }))

interface GiveItemsProps {
  id: number
  onClose: () => void
}

export function GiveItems({ id, onClose }: GiveItemsProps) {
  const [give] = useGiveItemsMutation()
  const [item, setItem] = useState<Item>(ITEMS[0])
  const typed = useDraft('gift', id, 'units', '')
  const [tried, setTried] = useState(false)
  const attempts = useAttempts()
  const units = unitsOf(typed.value)

  const carryOut = async (reason: string) => {
    if (units === null) return false
    const gift = { item, units, reason }
    const { data, error } = await give({ person: id, id: attempts.idOf([id, gift]), ...gift })
    if (error) {
      toastError(errorText(error, "The items weren't given. Try again."))
      return false
    }
    attempts.done()
    typed.sent(typed.value)
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
      <SelectField label="Item" value={item} options={OPTIONS} onChange={setItem} />
      <TextField
        label="Units"
        data-autofocus=""
        inputMode="numeric"
        hint={UNITS_HINT}
        error={tried && units === null ? UNITS_HINT : undefined}
        value={typed.value}
        onChange={(event) => typed.change(event.target.value)}
      />
    </ReasonDialog>
  )
}
