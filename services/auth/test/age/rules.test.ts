import { describe, expect, test } from '@jest/globals'
import { acceptsAge, type AgePolicy, type AgeVerdict } from '../../src/age/rules.js'

const declared = (jurisdiction: string): AgeVerdict => ({ method: 'declaration', jurisdiction })
const documented = (jurisdiction: string): AgeVerdict => ({ method: 'document', jurisdiction })

describe('an age', () => {
  test('is not accepted without a verdict', () => {
    expect(acceptsAge({}, 'default', [])).toBe(false)
  })

  test('is accepted on a declaration where nothing else is asked for', () => {
    expect(acceptsAge({}, 'default', [declared('default')])).toBe(true)
  })

  test('needs the stronger method where the policy asks for it', () => {
    const policy: AgePolicy = { GB: 'document' }
    expect(acceptsAge(policy, 'GB', [declared('GB')])).toBe(false)
    expect(acceptsAge(policy, 'GB', [declared('GB'), documented('GB')])).toBe(true)
    expect(acceptsAge(policy, 'FR', [declared('FR')])).toBe(true)
  })

  test('is accepted on a method stronger than asked for', () => {
    expect(acceptsAge({ GB: 'estimation' }, 'GB', [documented('GB')])).toBe(true)
  })

  test('counts only where it was established', () => {
    expect(acceptsAge({}, 'GB', [documented('FR')])).toBe(false)
  })

  test('follows the entry for everywhere else, unless the jurisdiction has its own', () => {
    const policy: AgePolicy = { '*': 'document', NL: 'declaration' }
    expect(acceptsAge(policy, 'FR', [declared('FR')])).toBe(false)
    expect(acceptsAge(policy, 'NL', [declared('NL')])).toBe(true)
  })

  test('is not confused by the name of a jurisdiction', () => {
    expect(acceptsAge({ '*': 'document' }, 'constructor', [declared('constructor')])).toBe(false)
  })
})
