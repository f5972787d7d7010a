import { useState, type FormEvent } from 'react'
import { CATEGORIES, type Category } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { CATEGORY_OPTIONS } from './filter-fields.js'
import styles from './gif-control.module.css'

interface LinkFetcherProps {
  /** What is shown now, if anything is. */
  category: Category | null
  onFetch: (category: Category) => void
}

/** Asks the GIF provider for links of a category. */
export function LinkFetcher({ category, onFetch }: LinkFetcherProps) {
  const [chosen, setChosen] = useState<Category>(category ?? CATEGORIES[0])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFetch(chosen)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <SelectField label="Category" value={chosen} options={CATEGORY_OPTIONS} onChange={setChosen} />
      <Button type="submit">Fetch</Button>
    </form>
  )
}
