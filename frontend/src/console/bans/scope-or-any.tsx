import { BAN_SCOPES, type BanScope } from '@kla/proto/web'
import { SelectField } from '../../shared/ui/fields.js'
import { SCOPE_OPTIONS } from './filter-fields.js'

const OPTIONS = [{ value: '', label: 'Any' }, ...SCOPE_OPTIONS]

interface ScopeOrAnyProps {
  /** Null for any. */
  value: BanScope | null
  onChange: (scope: BanScope | null) => void
}

export const ScopeOrAny = ({ value, onChange }: ScopeOrAnyProps) => (
  <SelectField
    label="Scope"
    value={value ?? ''}
    options={OPTIONS}
    onChange={(chosen) => onChange(BAN_SCOPES.find((scope) => scope === chosen) ?? null)}
  />
)
