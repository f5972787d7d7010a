import { Dialog } from '../../../shared/ui/dialog.js'
import type { PricedLine } from '../cart/priced-lines.js'
import { CheckoutForm } from './checkout-form.js'

interface CheckoutDialogProps {
  open: boolean
  lines: readonly PricedLine[]
  onClose: () => void
}

export const CheckoutDialog = ({ open, lines, onClose }: CheckoutDialogProps) => (
  <Dialog title="Checkout" open={open} onClose={onClose}>
    <CheckoutForm lines={lines} />
  </Dialog>
)
