/** Outcome by card number, as in test modes. */
export type CardOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'disputed' }
  /** Decided later by the bank. */
  | { readonly kind: 'late'; readonly succeeds: boolean }
  | { readonly kind: 'declined'; readonly code: string; readonly declineCode?: string; readonly message: string }

const declined = (declineCode: string, message: string): CardOutcome => ({
  kind: 'declined',
  code: 'card_declined',
  declineCode,
  message,
})

export const TEST_CARDS: Readonly<Record<string, CardOutcome>> = {
  4242424242424242: { kind: 'paid' },
  4000000000000002: declined('generic_decline', 'Your card was declined.'),
  4000000000009995: declined('insufficient_funds', 'Your card has insufficient funds.'),
  4000000000000259: { kind: 'disputed' },
  '000123456789': { kind: 'late', succeeds: true },
  '000222222227': { kind: 'late', succeeds: false },
}

export function outcomeOf(typed: string): CardOutcome {
  const number = typed.replace(/[\s-]/g, '')
  if (Object.hasOwn(TEST_CARDS, number)) return TEST_CARDS[number]!
  if (!/^\d{12,19}$/.test(number) || !hasValidCheckDigit(number)) {
    return { kind: 'declined', code: 'incorrect_number', message: 'Your card number is incorrect.' }
  }
  return declined('test_mode_live_card', 'Your card was declined. Only test cards work here.')
}

function hasValidCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}
