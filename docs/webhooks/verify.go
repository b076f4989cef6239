// Verifies a webhook with the standard library alone. Usage: go run verify.go SECRET ID TIMESTAMP SIGNATURES < body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Verify returns an error when the request is not from who knows the secret, or is old. The body is the bytes as they
// came; id, timestamp and signatures are the headers webhook-id, webhook-timestamp and webhook-signature.
func Verify(body []byte, id, timestamp, signatures, secret string) error {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return errors.New("the timestamp is too old or too new")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return errors.New("the secret is not whsec_ and base64")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(given), expected) {
			return nil
		}
	}
	return errors.New("no signature fits")
}

func main() {
	if len(os.Args) != 5 {
		fmt.Println("usage: verify SECRET ID TIMESTAMP SIGNATURES < body")
		os.Exit(2)
	}
	body, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = Verify(body, os.Args[2], os.Args[3], os.Args[4], os.Args[1])
	}
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	fmt.Println("verified")
}
