import { describe, expect, test } from '@jest/globals'
import { acceptsAge, type AgePolicy, type AgeVerdict } from '../../src/age/rules.js'

const declared = (jurisdiction: string): AgeVerdict => ({ method: 'declaration', jurisdiction })
const documented = (jurisdiction: string): AgeVerdict => ({ method: 'document', jurisdiction })

describe('acceptsAge', () => {
  test('rejects an account without a verdict', () => {
    expect(acceptsAge({}, 'default', [])).toBe(false)
  })

  test('accepts a declaration where the policy requires nothing else', () => {
    expect(acceptsAge({}, 'default', [declared('default')])).toBe(true)
  })

  test('requires the stronger method if the policy does', () => {
    const policy: AgePolicy = { GB: 'document' }
    expect(acceptsAge(policy, 'GB', [declared('GB')])).toBe(false)
    expect(acceptsAge(policy, 'GB', [declared('GB'), documented('GB')])).toBe(true)
    expect(acceptsAge(policy, 'FR', [declared('FR')])).toBe(true)
  })

  test('accepts a stronger method than required', () => {
    expect(acceptsAge({ GB: 'estimation' }, 'GB', [documented('GB')])).toBe(true)
  })

  test('accepts a verdict only in its own jurisdiction', () => {
    expect(acceptsAge({}, 'GB', [documented('FR')])).toBe(false)
  })

  test('uses the * entry unless the jurisdiction has its own', () => {
    const policy: AgePolicy = { '*': 'document', NL: 'declaration' }
    expect(acceptsAge(policy, 'FR', [declared('FR')])).toBe(false)
    expect(acceptsAge(policy, 'NL', [declared('NL')])).toBe(true)
  })

  test('is not confused by a jurisdiction named like a property', () => {
    expect(acceptsAge({ '*': 'document' }, 'constructor', [declared('constructor')])).toBe(false)
  })
})
