;; Debugs a kernel with dap-mode: emacs --batch -l dap_walk.el ENGINE KERNEL ELEMENT. Starts the debugger, evaluates an
;; element of the result at the end of the block, and expands it. Prints what the expanded element contains.
(require 'package)
(package-initialize)
(require 'dap-mode)
(let* ((engine (pop command-line-args-left))
       (kernel (pop command-line-args-left))
       (element (pop command-line-args-left))
       (stopped nil))
  (dap-register-debug-provider
   "warploom" (lambda (configuration) (plist-put configuration :dap-server-path (list engine "dap"))))
  (add-hook 'dap-stopped-hook (lambda (_session) (setq stopped t)))
  (setq dap-auto-configure-features nil)
  ;; The first action: start.
  (dap-debug (list :type "warploom" :request "launch" :name "walk" :program kernel :matrix "laplace2d:n=8"
                   :stopOnEntry :json-false))
  (with-timeout (60 (message "dap-mode was not told that the kernel stopped.") (kill-emacs 1))
    (while (not stopped) (accept-process-output nil 0.1)))
  (let* ((session (dap--cur-session))
         (ask (lambda (command arguments)
                (let ((answer nil))
                  (dap--send-message (dap--make-request command arguments)
                                     (lambda (result) (setq answer result)) session)
                  (with-timeout (60 (message "There was no answer to %s." command) (kill-emacs 1))
                    (while (not answer) (accept-process-output nil 0.1)))
                  (gethash "body" answer))))
         (frames (gethash "stackFrames" (funcall ask "stackTrace" (list :threadId 1))))
         ;; The second action: watch the wrong element. The third one: expand it.
         (value (funcall ask "evaluate" (list :expression element :context "watch"
                                              :frameId (gethash "id" (elt frames 0)))))
         (inner (funcall ask "variables" (list :variablesReference (gethash "variablesReference" value)))))
    (mapc (lambda (each) (princ (format "%s: %s\n" (gethash "name" each) (gethash "value" each))))
          (gethash "variables" inner))))
(kill-emacs 0)
