import { catalogue } from '../shared/texts/catalogue.js'

export const SHOP = catalogue({
  title: 'Shop',
  lead: 'Save the GIFs you like, and play them again. Prices are in US dollars.',
  closed: "We can't open the shop right now",
  signedOut: 'Log in to shop',
  logInWhy: 'Your GIF saves and Wild Cards belong to your Discord account.',
  logIn: 'Login with Discord',
  loading: 'Loading the shop…',
  failed: "We couldn't load the shop",
  failedWhy: 'Check your connection. Your cart is safe.',
  nothing: 'Nothing is on sale right now',
  nothingWhy: 'You can still use what you own.',
  findOpponent: 'Find an opponent',
  items: 'Picked items',
  add: 'Add to cart',
  addItem: 'Add to cart: {item}',
  inCart: 'In cart',
  itemInCart: 'In cart: {item}',
  added: '{item} is in your cart.',
  removed: '{item} is no longer in your cart.',
  count: '{items, number} in your cart.',
  seasonEnd: 'This season ends {when}.',
})

export const PACK = catalogue({
  gif_saves:
    'One pack gives {units, plural, one {{units, number} save} other {{units, number} saves}}. Each save keeps one GIF in your library, for as long as you like.',
  wild_cards:
    'One pack gives {units, plural, one {{units, number} play} other {{units, number} plays}}. Each play sends a GIF from your library instead of one you were dealt.',
  battle_passes: 'One pass lasts one season.',
})

export const CART = catalogue({
  title: 'Your cart',
  empty: 'Your cart is empty. Items you add appear here.',
  subtotal: 'Subtotal',
  final: 'All sales are final. See the <terms>Terms of Service</terms>.',
  each: '{price} each',
  eachGives: '{price} each, gives {units}',
  howMany: 'How many: {item}',
  remove: 'Remove {item}',
  decrease: 'Decrease {item}',
  increase: 'Increase {item}',
  limit: 'Max {max, number} per purchase',
  unknownItem: 'An item',
  dropped: '{items}: not on sale right now, so we removed {count, plural, one {it} other {them}} from your cart.',
  paidEarlier: 'Your last order is paid, so we took it out of your cart.',
  checkout: 'Checkout ({items, plural, one {{items, number} item} other {{items, number} items}}) · {subtotal}',
})

export const CHECKOUT = catalogue({
  title: 'Checkout',
  line: '{count, number} × {item}',
  total: 'Total',
  email: 'Email for the receipt',
  toStripe: "We send it to the payment provider with your purchase. We don't keep it.",
  toAcquirer:
    "The payment page asks for it too, and the receipt goes to the address you enter there. We don't keep this one.",
  notKept: "We don't keep it.",
  emailMissing: 'Please enter an email for the receipt.',
  emailInvalid: "That email address isn't complete. It should look like name@example.com.",
  pay: 'Pay {total}',
  paying: 'Processing…',
  final:
    'You pay on our payment provider’s page. Your card details never reach Kla. All sales are final: <terms>Terms of Service (new tab)</terms>.',
  paidEarlier: 'Your last order is already paid, so we took it out of your cart. Check what’s left, then pay again.',
  keyMissing: 'Stripe publishable key missing. Set VITE_STRIPE_PUBLISHABLE_KEY or REACT_APP_STRIPE_PK.',
  failed: 'Checkout failed. Please try again.',
  unreachable: "We can't reach Kla.",
  redirectFailed: 'Stripe redirection failed.',
})
