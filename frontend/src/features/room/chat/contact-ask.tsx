import { Button } from '../../../shared/ui/button.js'
import styles from './chat.module.css'

/** Asks, in the place of the field, whether contact details are to be sent hidden. */
export default function ContactAsk({ onChange }: { onChange: () => void }) {
  return (
    <div className={styles.ask}>
      <p role="alert">
        Sharing contact details isn’t allowed here. If you send it anyway, it will be hidden. Links are never sent.
      </p>
      <Button onClick={onChange}>Change it</Button>
      <Button type="submit">Send it hidden</Button>
    </div>
  )
}
