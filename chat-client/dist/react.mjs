'use client'
import { createElement, useEffect, useRef, useState } from "react";
import { createServiceChat } from "@careatlas/chat-client";
export function ServiceChatWidget(props) {
  const { id, className, partnerIdentifier, publicKey, serviceUrl, websocketUrl, authType } = props;
  const container = useRef(null);
  const chat = useRef(null);
  const latest = useRef(props);
  const [, setError] = useState();
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const created = createServiceChat(toOptions(container.current, latest));
    chat.current = created;
    latest.current.onCreate?.(created);
    return () => created.destroy();
  }, [partnerIdentifier, publicKey, serviceUrl, websocketUrl]);
  useEffect(() => {
    if (chat.current?.state.authType === authType) return;
    chat.current?.setAuthType(authType, latestProvider(latest)).catch((error) => {
      if (error instanceof TypeError)
        setError(() => {
          throw error;
        });
    });
  }, [authType]);
  return createElement("div", { id, className, ref: container });
}
function toOptions(container, latest) {
  const { id: _id, className: _className, onCreate: _onCreate, ...options } = latest.current;
  return { ...options, ...latestProvider(latest), container };
}
function latestProvider(latest) {
  if (latest.current.idTokenProvider === void 0) return {};
  return { idTokenProvider: async () => await latest.current.idTokenProvider?.() ?? null };
}
