import { type KeyboardEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import styles from './decision-form.module.css'

/** Keys that choose in the group with the focus. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '-'] as const

/** Place of the choice that a key makes, or -1. */
export const choiceOf = (key: string, count: number): number => {
  const place = KEYS.findIndex((each) => each === key)
  return place < count ? place : -1
}

/** Moves the focus to the next step of the form. */
export function focusNextStep(from: Element): void {
  const steps = [...(from.closest('form')?.querySelectorAll('[data-step]') ?? [])]
  focusStep(steps[steps.findIndex((step) => step.contains(from)) + 1])
}

export function focusStep(step: Element | null | undefined): void {
  const field =
    step?.querySelector<HTMLElement>('input:checked') ?? step?.querySelector<HTMLElement>('input, textarea, select')
  field?.focus()
}

interface ChoicesProps<Value extends string> {
  step: string
  legend: string
  /** True if several can be chosen, with checkboxes. */
  several?: boolean
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  proposed?: Value | '' | undefined
  hint?: string | undefined
  error?: string | undefined
  onChoose: (value: Value) => void
}

/** Choices by mouse, arrow keys or number keys; Enter goes on. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { step, legend, several = false, options, chosen, proposed, hint, error, onChoose } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      focusNextStep(event.currentTarget)
      return
    }
    const option = options[choiceOf(event.key, options.length)]
    if (!option) return
    event.preventDefault()
    // The next step may appear only with this choice.
    flushSync(() => onChoose(option.value))
    if (!several) focusNextStep(event.currentTarget)
  }
  return (
    <fieldset
      className={styles.choices}
      data-step={step}
      aria-describedby={error || hint ? `${id}-note` : undefined}
      onKeyDown={onKeyDown}
    >
      <legend className={styles.legend}>{legend}</legend>
      {options.map(({ value, label }, index) => (
        <label key={value} className={styles.choice}>
          <input
            type={several ? 'checkbox' : 'radio'}
            name={id}
            checked={chosen.includes(value)}
            aria-invalid={error ? true : undefined}
            aria-keyshortcuts={KEYS[index]}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            {proposed === value && <span className={styles.also}> (suggested)</span>}
          </span>
          <kbd className={styles.key} aria-hidden="true">
            {KEYS[index]}
          </kbd>
        </label>
      ))}
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? styles.error : styles.also}>
          {error || hint}
        </p>
      )}
    </fieldset>
  )
}
