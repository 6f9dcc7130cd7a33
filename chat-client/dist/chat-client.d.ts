/** How users sign in: with the identity provider of the page, or with a one-time code in the chat. */
export type AuthType = 'tokenExchange' | 'passwordless'

/** Returns the ID token of the user, or null if no user is signed in. */
export type IdTokenProvider = () => Promise<string | null>

/** CSS colors. Invalid ones are ignored. */
export interface ThemeColors {
  /** Send button, links and focus ring. */
  readonly primary?: string
  readonly onPrimary?: string
  readonly background?: string
  /** Header and composer. */
  readonly surface?: string
  readonly text?: string
  readonly mutedText?: string
  readonly border?: string
  readonly userBubble?: string
  readonly userBubbleText?: string
  readonly assistantBubble?: string
  readonly assistantBubbleText?: string
  readonly error?: string
  /** Replaces the colors above if the user prefers a dark scheme. */
  readonly dark?: Omit<ThemeColors, 'dark'>
}

/** CSS lengths in px, %, vw, vh or rem. */
export interface ChatDimensions {
  /** The width of the expanded chat; default: `1390px`, at most the viewport. */
  readonly width?: string
  /** The height of the expanded chat; default: `980px`, at most the viewport. */
  readonly height?: string
  /** The maximum width of the collapsed bar; default: `600px`. */
  readonly triggerMaxWidth?: string
}

/** What the page knows of its user. It is self-asserted: the service never authorizes anything with it. */
export interface ProfileSync {
  readonly user_profile?: {
    readonly first_name?: string
    readonly last_name?: string
    readonly email?: string
    readonly phone?: string
    /** YYYY-MM-DD. */
    readonly date_of_birth?: string
    /** BCP 47, such as `es`. */
    readonly preferred_language?: string
  }
  readonly user_address?: {
    readonly address_line_1?: string
    readonly address_line_2?: string
    readonly city?: string
    /** Two letters. */
    readonly state?: string
    readonly zip_code?: string
  }
  /** At most 5. */
  readonly user_insurance?: readonly {
    readonly carrier_code?: string
    readonly carrier_name?: string
    readonly plan_name?: string
    readonly plan_id?: string
    readonly member_id?: string
    readonly group_number?: string
    readonly priority?: 'primary' | 'secondary' | 'tertiary'
    readonly relationship_to_subscriber?: 'self' | 'spouse' | 'child' | 'other'
  }[]
  /** At most 15. */
  readonly user_dependents?: readonly {
    readonly first_name?: string
    readonly last_name?: string
    /** YYYY-MM-DD. */
    readonly date_of_birth?: string
    readonly relationship?: 'spouse' | 'child' | 'other'
  }[]
}

export interface ServiceChatOptions {
  /** The element that holds the chat. */
  readonly container: Element
  /** The identifier of the partner at the service. */
  readonly partnerIdentifier: string
  /** The publishable key of the partner. */
  readonly publicKey: string
  readonly authType: AuthType
  /** Required for `tokenExchange`. */
  readonly idTokenProvider?: IdTokenProvider
  readonly authUpgradeProfileSync?: ProfileSync | (() => Promise<ProfileSync>)
  /** The base URL of the service; default: where `websocketUrl` or this script is. */
  readonly serviceUrl?: string
  /** Replaces the address of the WebSocket in the configuration of the service. */
  readonly websocketUrl?: string
  /** Default: the product name of the service. */
  readonly headerTitle?: string
  /** Default: `Ask anything...`. */
  readonly placeholder?: string
  readonly colors?: ThemeColors
  /** Default: `14px`. */
  readonly fontSize?: string
  /** Default: `Lato`, if the user has it. No font is downloaded. */
  readonly fontFamily?: string
  readonly dimensions?: ChatDimensions
  /** Replaces the address of the token exchange; ignored unless the page is on a local host. */
  readonly devRoute?: string
  /** Where the chat keeps its tokens across page loads; default: `session`. */
  readonly storage?: 'session' | 'local' | 'memory'
  /** Whether users can rate answers; default: false. */
  readonly feedback?: boolean
  /** Replaces texts of the interface. */
  readonly strings?: Readonly<Record<string, string>>
  /** The nonce of style elements, for pages whose browser lacks constructable style sheets. */
  readonly nonce?: string
}

/** The error of a promise of the chat. */
export interface ServiceChatError extends Error {
  readonly name: 'ServiceChatError'
  /** For example `superseded`, `origin_not_allowed` or `unreachable`. */
  readonly code: string
  /** Whether trying again may help. */
  readonly isRetryable: boolean
}

export interface ServiceChatState {
  readonly authType: AuthType
  readonly isOpen: boolean
  /** `idle`: without a connection until the next message; `blocked`: the service refuses this page. */
  readonly connection: 'idle' | 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'blocked'
  readonly authentication: 'anonymous' | 'signing-in' | 'signed-in' | 'failed'
  readonly problem: { readonly code: string; readonly message: string; readonly isRetryable: boolean } | null
}

/** What the listeners of each event are called with. */
export interface ServiceChatEvents {
  /** The chat can take messages: the user is signed in, or may chat without signing in. */
  readonly ready: ServiceChatState
  readonly authchange: ServiceChatState['authentication']
  /** The service has accepted a message of the user, or has answered. */
  readonly message: { readonly id: string; readonly role: 'user' | 'assistant'; readonly text: string }
  readonly error: NonNullable<ServiceChatState['problem']>
  readonly open: ServiceChatState
  readonly close: ServiceChatState
}

export interface ServiceChat {
  readonly state: ServiceChatState
  /**
   * Ends the session and starts another one. Resolves when the user is signed in, or may chat without signing in. Rejects with
   * ServiceChatError, with the code `superseded` if it is called again before, or with TypeError for an invalid argument.
   */
  setAuthType(type: AuthType, options?: { readonly idTokenProvider?: IdTokenProvider }): Promise<void>
  open(): void
  close(): void
  /** Sends a message, or queues it until it can be sent. Throws TypeError if it is blank or too long. */
  sendMessage(text: string): void
  newConversation(): void
  on<Event extends keyof ServiceChatEvents>(
    event: Event,
    listener: (detail: ServiceChatEvents[Event]) => void,
  ): void
  off<Event extends keyof ServiceChatEvents>(
    event: Event,
    listener: (detail: ServiceChatEvents[Event]) => void,
  ): void
  /** Removes the chat from the page and closes its connection. */
  destroy(): void
}

/** Returns at once, before any network activity. Throws TypeError with the name of the invalid option. */
export declare function createServiceChat(options: ServiceChatOptions): ServiceChat
