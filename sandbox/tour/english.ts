import type { Texts } from './text';

/** The English texts of the tour. */
export const english: Texts = {
  tour: 'Tour',
  place: (number, count) => `Stop ${number} of ${count}`,
  stops: {
    install: {
      title: 'Install the app',
      story: [
        'A merchant adds the app in the store admin. The platform asks for consent and sends the browser back with a code. The app exchanges the code for tokens (OAuth with PKCE).',
        'Browsers block cookies of other sites in an iframe. So the store admin opens the app with a signed launch token, and the app sets a cookie that only this iframe has.',
      ],
      steps: [
        'Open the apps page of the store. It opens in a second tab.',
        'Press Install, accept the agreement, and press Allow and install.',
        'Come back to this tab. The goals below are reached one by one.',
      ],
    },
    price: {
      title: 'Sell at an agreed price',
      story: [
        'The customer and the merchant agreed a price that is not the store price. The app sends this price with the item, and the platform stores it.',
        'The write is a row in the app’s database before anything is sent. So a crash leaves a trace, and a double click is one order.',
      ],
      steps: [
        'In the app, add a product and change its price.',
        'Choose pickup, type a name and a phone number, and create the order.',
      ],
    },
    answer: {
      title: 'A killed write is settled',
      story: [
        'The platform creates the order, but the process of the app is killed (kill -9) while it waits for the answer. No program knows then whether the order exists.',
        'The operation is still a row, in the state sending. Its lease ends after 30 seconds. Then the worker sends the same bytes again with the same idempotency key. The platform repeats its first answer, so there is one order and not two.',
      ],
      steps: [
        'Press the button. It kills the app when the platform has created the next new order.',
        'Create an order in the app. The demo starts the app again, which takes some seconds.',
        'Watch the rows of the app below: the operation goes from sending to succeeded. The screen of the app then shows the order.',
      ],
    },
    webhook: {
      title: 'A lost event is found',
      story: [
        'A customer buys in the storefront, but each of the platform’s eight attempts to report it fails. The app never receives this event.',
        'An event is only a hint. The app also reads the whole list of orders from time to time, and so finds what no event reported.',
      ],
      steps: [
        'Press the button. A customer buys, all eight attempts fail, and the clock of the platform goes two hours forward.',
        'In the app, press “Check now”. The app also checks every 15 minutes without a press.',
      ],
    },
    tabs: {
      title: 'One order in two tabs',
      story: [
        'Two people have the same order open. What one of them saves appears for the other without a reload: the app sends the id of the changed order to each open screen, and the screen reads it again.',
        'Nobody overwrites a note that they have not seen. This page cannot look into the two screens, so it checks only which notes arrived at the platform.',
      ],
      steps: [
        'In the first screen, type a note and do not save it.',
        'In the second screen, type another note and save it.',
        'The first screen now shows both notes. Choose to replace the other note with yours.',
      ],
    },
    quote: {
      title: 'A quote is accepted on a phone',
      story: [
        'The merchant sends a price offer as a link. The customer needs no account. Name and address are hidden until the customer types the last four digits of their phone number.',
        'The acceptance and the order are recorded in one transaction, so one quote becomes at most one order.',
      ],
      steps: [
        'In the app, fill in a quote and send it. Copy its link.',
        'Paste the link below and open it. It opens in a window as narrow as a phone.',
        'Accept the quote as the customer.',
      ],
    },
    uninstall: {
      title: 'Uninstall the app',
      story: [
        'The platform ends the tokens and reports the removal. The app does not trust the report alone: it asks the platform, closes the store and ends all sessions.',
        'The app keeps the rows of the store for 24 hours, in case it was a mistake, and then deletes them.',
      ],
      steps: ['Press the button.', 'Look at the app: it says that it is no longer connected.'],
    },
  },
  lostAnswer: {
    title: 'A lost answer is settled',
    story: [
      'This sandbox was not started together with the app, so it cannot kill the app. It only loses an answer: the platform creates the order, but the connection breaks. npm run demo kills the app at this stop.',
      'The app cannot know whether the order exists. It sends the same bytes again with the same idempotency key. The platform repeats its first answer, so there is one order and not two.',
    ],
    steps: [
      'Press the button. It breaks the connection of the next new order, after the platform has created it.',
      'Create an order in the app. It says that the order is not confirmed yet, and then that it is.',
    ],
  },
  goals: {
    granted: 'The store has given the app access.',
    tokens: 'The app has exchanged the code for tokens.',
    subscribed: 'The app receives the events of the store.',
    agreed: 'The platform has an order at another price than the store price.',
    announced: 'The event about this order was delivered to the app.',
    lost: 'The answer to a new order was lost.',
    killed: 'The app was killed while it waited for this answer.',
    restarted: 'The app runs again, in a new process.',
    resent: 'The app sent the same key again and got an answer.',
    confirmed: 'The operation with this key is confirmed in the app.',
    once: 'This key created exactly one order.',
    undelivered: 'All attempts to report an order have failed.',
    found: 'The app has read this order anyway.',
    noted: 'The platform has a note that the app saved.',
    decided: 'A second note replaced the first, by a decision.',
    accepted: 'A quote became an order.',
    announcedQuote: 'The event about this order was delivered to the app.',
    revoked: 'The platform has ended the access and all tokens.',
    told: 'The app has received the event of the removal.',
  },
  todo: 'What to do',
  goalsTitle: 'What has happened',
  goalsHint: 'A goal is reached when the sandbox has seen it in its own data.',
  reached: 'Reached',
  open: 'Not yet',
  requests: 'Requests of the app',
  events: 'Events to the app',
  rows: 'Rows of the platform',
  appRows: 'Rows of the app',
  appRowsHint: 'The newest rows of this store. npm run db shows all rows.',
  noAppRows:
    'This sandbox was not started together with the app, so it cannot read the app’s database. npm run db shows its rows.',
  nothing: 'Nothing yet.',
  xray: 'Switch on X-ray',
  xrayHint:
    'X-ray is a setting of the app. Its button then shows the query or action behind each part of a screen, with the last request.',
  xrayBack: 'Back to this stop',
  source: 'Read in the repository',
  stale: 'The sandbox does not answer. This page shows its last state.',
  previous: 'Back',
  next: 'Next',
  otherLanguage: 'العربية',
  portal: 'Developer portal',
  admin: 'Store admin',
  apps: 'Open the apps page',
  notInstalled: 'The app is not installed in this store.',
  goToInstall: 'Go to the first stop',
  noOrder: 'The app has not created an order yet.',
  goToPrice: 'Go to the second stop',
  noAnswer: 'no answer',
  screen: (number) => `App, screen ${number}`,
  press: {
    killApp: 'Kill the app at the next order',
    loseAnswer: 'Lose the next answer',
    loseEvent: 'Buy, and lose the event',
    uninstall: 'Uninstall the app',
    phone: 'Open as on a phone',
  },
  pressed: {
    killApp: 'The app will be killed while it waits for the answer to the next new order. Create one now.',
    loseAnswer: 'The answer to the next new order will be lost. Create one now.',
    loseEvent: 'A customer has bought, and no attempt to report it succeeded.',
    uninstall: 'The app is uninstalled.',
  },
  link: 'Link of the quote',
  badLink: 'This is not the link of a quote of this app. Copy it in the app and try again.',
};
