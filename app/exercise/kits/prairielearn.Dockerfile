FROM ubuntu:24.04
RUN apt-get update && apt-get install -y python3
COPY install.sh @PACKAGE@ /tmp/warploom/
RUN bash /tmp/warploom/install.sh && rm -r /tmp/warploom
