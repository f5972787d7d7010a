import type { ComponentProps } from 'react'
import { TextField } from '../../../shared/ui/fields.js'
import { localZone } from './local-moment.js'

/** A day and a time in the reader's own zone, which stands below it. */
export const MomentField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} type="datetime-local" hint={`Your time: ${localZone()}`} />
)
